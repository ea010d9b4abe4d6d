// Tells Paneflow what opencode does, through paneflow-ai-hook. Outside Paneflow, and when anything fails, it does nothing.
import { spawn } from "node:child_process"
import { join } from "node:path"

const PASSED_ON = new Set([
  "session.created", "session.idle", "session.error", "session.deleted",
  "permission.asked", "permission.updated", "permission.replied", "question.asked", "question.replied",
])

// Sessions of sub-agents: what happens in them is not the end of a turn.
const parents = new Map()

function tell(event, facts) {
  const folder = process.env.PANEFLOW_BIN_DIR
  if (!folder || !process.env.PANEFLOW_SOCKET_PATH) return
  const env = { ...process.env, PANEFLOW_AI_TOOL: "opencode", PANEFLOW_AI_PID: String(process.pid) }
  const words = [event, "opencode", JSON.stringify({ ...facts, parentID: parents.get(facts.sessionID) })]
  try {
    const hook = spawn(join(folder, "paneflow-ai-hook"), words, { env, stdio: "ignore", detached: true })
    hook.on("error", () => {})
    hook.unref()
  } catch {}
}

function factsOf(event) {
  const told = event.properties ?? {}
  const info = told.info ?? {}
  const sessionID = told.sessionID ?? info.id
  if (info.parentID) parents.set(sessionID, info.parentID)
  return {
    sessionID,
    title: told.title,
    permission: told.permission,
    question: told.questions?.[0]?.question,
    tool: told.tool?.name,
  }
}

export const Paneflow = async () => ({
  event: async ({ event }) => {
    if (PASSED_ON.has(event.type)) tell(event.type, factsOf(event))
  },
  "chat.message": async (input) => tell("chat.message", { sessionID: input.sessionID }),
  "tool.execute.before": async (input) => tell("tool.execute.before", { sessionID: input.sessionID, tool: input.tool }),
  "tool.execute.after": async (input) => tell("tool.execute.after", { sessionID: input.sessionID, tool: input.tool }),
})
