/** A moment as the service writes times elsewhere, in the time zone of the desk. */
export const showMoment = (iso: string) => new Date(iso).toLocaleString('sv-SE')
