/** Why the program cannot start or a command cannot run, in one line for the person at the terminal. */
export class StartError extends Error {
  override name = 'StartError'
}
