import { createClient, type Answer, type ClientOptions, type Transport } from './client.ts'

export { CallError, type Call, type CallArguments } from './client.ts'
export { api } from './operations.ts'

// WeChat mini programs have none of `fetch`, `URL`, `Headers` and `AbortController`.

/** What is asked of `wx.request`. */
export interface WxRequest {
  url: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  header: Record<string, string>
  data?: string
  dataType: string
  timeout?: number
  success(answer: { statusCode: number; header: object; data: unknown }): void
  fail(reason: { errMsg: string }): void
}

declare const wx: { request(options: WxRequest): unknown }

function headersOf(header: object): Answer['headers'] {
  const entries = Object.entries(header)
  return {
    get: (name) => {
      const found = entries.find(([one]) => one.toLowerCase() === name.toLowerCase())
      return found ? String(found[1]) : null
    },
  }
}

const overWx =
  (timeout: number | undefined): Transport =>
  (url, { method, headers, body }) =>
    new Promise((resolve, reject) => {
      wx.request({
        url,
        method,
        header: headers,
        ...(typeof body === 'string' && { data: body }),
        // Anything but `json` leaves the answer as the text it is.
        dataType: 'text',
        ...(timeout && { timeout }),
        success: ({ statusCode, header, data }) =>
          resolve({
            status: statusCode,
            headers: headersOf(header),
            json: async () => JSON.parse(String(data)),
          }),
        fail: ({ errMsg }) => reject(new Error(errMsg)),
      })
    })

export interface WxClientOptions extends Pick<ClientOptions<Answer>, 'baseUrl' | 'token'> {
  /** In milliseconds; that of the mini program where there is none. */
  timeout?: number
}

/** The client in a mini program. Rejects with an `Error` where no answer came, and with a `CallError` for a refusal. */
export function createWxClient({ baseUrl, token, timeout }: WxClientOptions) {
  const { call, send } = createClient({ baseUrl, token, fetch: overWx(timeout) })
  return { call, send }
}
