import { useSearchParams } from 'react-router';

/** Which item is looked at: it stands in the address. */
export function useChosen(rows: readonly { id: number }[] | undefined) {
  const [params, setParams] = useSearchParams();
  const id = Number(params.get('id')) || null;
  const choose = (to: number | null) =>
    setParams(
      (current) => {
        const after = new URLSearchParams(current);
        if (to === null) after.delete('id');
        else after.set('id', String(to));
        return after;
      },
      { replace: true },
    );
  const place = (of: number | null) => rows?.findIndex((row) => row.id === of) ?? -1;
  const step = (by: number) => {
    if (!rows?.length) return;
    const at = place(id);
    const to = at < 0 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1);
    choose(rows[to]?.id ?? null);
  };
  /** The item that stands after another; none after the last. */
  const after = (of: number) => rows?.[place(of) + 1]?.id ?? rows?.[place(of) - 1]?.id ?? null;
  return { id, choose, step, after };
}
