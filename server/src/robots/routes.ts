import { api, robotMessages } from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import { audited } from '../db/audit.ts'
import type { Deps } from '../deps.ts'
import { badRequest, notFound } from '../http/errors.ts'
import { route } from '../http/route.ts'
import { sayTest } from './send.ts'
import { deleteRobot, findRobot, insertRobot, listRobots, updateRobot } from './store.ts'

const missing = () => notFound(robotMessages.notFound)

export function robotRoutes(app: FastifyInstance, deps: Deps) {
  const { db, time } = deps

  route(app, api.robots.list, () => listRobots(db, time))

  route(app, api.robots.create, async ({ body, caller }) => {
    const robot = await insertRobot(db, time, body, caller.actor)
    if (typeof robot === 'string') throw badRequest(robot)
    return robot
  })

  route(app, api.robots.update, async ({ params, body, caller }) => {
    const robot = await updateRobot(db, time, params.id, body, caller.actor)
    if (typeof robot === 'string') throw badRequest(robot)
    if (!robot) throw missing()
    return robot
  })

  route(app, api.robots.remove, async ({ params, caller }) => {
    if (!(await deleteRobot(db, time, params.id, caller.actor))) throw missing()
    return { id: params.id }
  })

  route(app, api.robots.test, async ({ params, caller }) => {
    const robot = await findRobot(db, params.id)
    if (!robot) throw missing()
    await audited(db, time, caller.actor, async (_trx, record) =>
      record({ action: 'robot.test', target: params.id }),
    )
    return sayTest(deps, robot)
  })
}
