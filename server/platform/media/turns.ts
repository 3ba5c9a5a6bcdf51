interface Task {
  run(): Promise<void>
}

export type Owner = "shop" | number

/**
 * Runs one task at a time. The shop's tasks alternate with those of people, and people take turns: someone with thirty
 * tasks waits for thirty, anybody else for one of them.
 */
export function createTurns(): { take<T>(owner: Owner, work: () => Promise<T>): Promise<T> } {
  const shopTasks: Task[] = []
  /** Ordered by their turns. */
  const people = new Map<number, Task[]>()
  let busy = false
  let lastWasShop = false
  return {
    take: (owner, work) =>
      new Promise((resolve, reject) => {
        waitingOf(owner).push({ run: () => work().then(resolve, reject) })
        if (!busy) void run()
      }),
  }

  function waitingOf(owner: Owner): Task[] {
    if (owner === "shop") return shopTasks
    const own = people.get(owner) ?? []
    people.set(owner, own)
    return own
  }

  async function run(): Promise<void> {
    busy = true
    for (let task = next(); task; task = next()) await task.run()
    busy = false
  }

  function next(): Task | undefined {
    const isShop = shopTasks.length > 0 && !(lastWasShop && people.size > 0)
    lastWasShop = isShop
    return isShop ? shopTasks.shift() : nextOfPeople()
  }

  function nextOfPeople(): Task | undefined {
    for (const [owner, own] of people) {
      people.delete(owner)
      if (own.length > 1) people.set(owner, own)
      return own.shift()
    }
    return undefined
  }
}
