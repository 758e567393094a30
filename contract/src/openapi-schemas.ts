import * as z from 'zod'
import * as contract from './index.ts'
import { examples } from './openapi-examples.ts'
import * as selfTestSchemas from './self-test/schema.ts'

export type Json = Record<string, unknown>
type Direction = 'input' | 'output'

/** Every schema that the contract exports under a name of its own. */
const names = new Map(
  Object.entries({ ...contract, ...selfTestSchemas }).flatMap(([name, value]) =>
    /^[A-Z]/.test(name) && value instanceof z.ZodType ? [[value as z.ZodType, name] as const] : [],
  ),
)

const unnamed = z.registry<z.core.JSONSchemaMeta>()
unnamed.get = (type) => z.globalRegistry.get(type)
const named = z.registry<z.core.JSONSchemaMeta>()
named.get = (type) => {
  const id = names.get(type as unknown as z.ZodType)
  return { ...z.globalRegistry.get(type), ...(id && { id, example: examples[id] }) }
}

/** What tools refuse or stumble over, in the words of JSON Schema that all of them know. */
function simplify(schema: z.core.JSONSchema.BaseSchema) {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.prefixItems) {
    const { length } = schema.prefixItems
    delete schema.prefixItems
    Object.assign(schema, { items: {}, minItems: length, maxItems: length })
  }
  // Many read patterns without the flag that these classes need, and take no text at all.
  if (schema.pattern?.includes('\\p{')) delete schema.pattern
  // A map whose keys are an enum has these keys: `propertyNames` is unknown to many.
  const { propertyNames, additionalProperties } = schema
  const keys = (propertyNames as { enum?: string[] } | undefined)?.enum
  delete schema.propertyNames
  if (keys) {
    schema.properties = Object.fromEntries(keys.map((key) => [key, additionalProperties ?? {}]))
    schema.additionalProperties = false
  }
}

const convert = (type: z.ZodType, io: Direction, metadata: typeof named) =>
  z.toJSONSchema(type, {
    io,
    metadata,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => simplify(jsonSchema),
  }) as { properties?: Record<string, Json>; required?: string[]; $defs?: Record<string, Json> }

/** A parameter each, in one piece. */
export const fieldsOf = (type: z.ZodType) => convert(type, 'input', unnamed)

/** Collects what operations take and give, then makes a component of everything that has a name. */
export class Schemas {
  readonly #wanted: Record<Direction, z.ZodType[]> = { input: [], output: [] }

  /** Stands for the schema until `components` knows them all. */
  of(type: z.ZodType, io: Direction): Json {
    return { $schema: `${io} ${this.#wanted[io].push(type) - 1}` }
  }

  /** The components, and the document with every schema in its place. */
  resolve<T>(document: T): { document: T; components: Record<string, Json> } {
    const components: Record<string, Json> = {}
    const made = {} as Record<Direction, Json[]>
    const output = this.#convert('output')
    const input = this.#convert('input')
    const given = new Set(Object.keys(output.definitions))
    // What is taken may be looser than what is given.
    const nameOf = (name: string) => (given.has(name) ? `${name}Input` : name)
    made.output = replaceRefs(output.schemas, (name) => name)
    made.input = replaceRefs(input.schemas, nameOf)
    Object.assign(
      components,
      replaceRefs(output.definitions, (name) => name),
    )
    for (const [name, schema] of Object.entries(replaceRefs(input.definitions, nameOf))) {
      components[nameOf(name)] = schema
    }
    const place = (_key: string, value: unknown) => {
      const mark = (value as Json | null)?.['$schema']
      if (typeof mark !== 'string') return value
      const [io, index] = mark.split(' ') as [Direction, string]
      return made[io][Number(index)]
    }
    return { document: JSON.parse(JSON.stringify(document, place)) as T, components }
  }

  #convert(io: Direction) {
    const wanted = this.#wanted[io]
    const whole = z.object(Object.fromEntries(wanted.map((type, index) => [`s${index}`, type])))
    const { properties = {}, $defs = {} } = convert(whole, io, named)
    return { schemas: wanted.map((_, index) => properties[`s${index}`]!), definitions: $defs }
  }
}

function replaceRefs<T>(schemas: T, nameOf: (name: string) => string): T {
  return JSON.parse(
    JSON.stringify(schemas, (key, value: unknown) => {
      if (key === 'id' && typeof value === 'string' && /^[A-Z]/.test(value)) return undefined
      if (key !== '$ref') return value
      return `#/components/schemas/${nameOf((value as string).replace('#/$defs/', ''))}`
    }),
  ) as T
}
