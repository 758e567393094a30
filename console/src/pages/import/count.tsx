export const Count = ({ name, value, note }: { name: string; value: number; note?: string }) => (
  <div className="card figure">
    <span>{name}</span>
    <strong className="number">{value.toLocaleString('en')}</strong>
    {note && <small className="quiet">{note}</small>}
  </div>
)
