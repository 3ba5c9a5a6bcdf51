/** A multipart form for `call`: `call("POST /api/…", { as, ...(await aForm({ doll_id: 1 }, { file: bytes })) })`. */
export async function aForm(
  fields: Record<string, string | number>,
  files: Record<string, Uint8Array | Uint8Array[]> = {},
): Promise<{ payload: Buffer; headers: Record<string, string> }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  for (const [name, given] of Object.entries(files)) {
    for (const [index, bytes] of [given].flat().entries()) {
      form.append(name, new Blob([bytes as Uint8Array<ArrayBuffer>]), `${name}${index}.bin`)
    }
  }
  const encoded = new Response(form)
  return {
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: { "content-type": encoded.headers.get("content-type")! },
  }
}
