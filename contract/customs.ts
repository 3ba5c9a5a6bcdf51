/** Between its members no duties are charged. */
const customsUnion = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK".split(" ")

/** Whether a parcel from one country to the other passes customs; false if the first is not known. */
export function passesCustoms(from: string | null, to: string): boolean {
  if (from === null || from === to) return false
  return !(customsUnion.includes(from) && customsUnion.includes(to))
}
