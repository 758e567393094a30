/** How much may be sent, for clients that check before they send. Free of zod. */
export const limits = {
  /** Characters. */
  name: 20,
  symptom: 500,
  remark: 500,
  age: { min: 1, max: 149 },
  /** Rows of a page. */
  page: { standard: 50, max: 200 },
  questionnaireBytes: 32 * 1024,
  pictureBytes: 2 * 1024 * 1024,
}
