import { useSearchParams } from 'react-router';

/** The selected item, from the URL. */
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
  /** The item after the given one, or else the one before; null if there is neither. */
  const after = (of: number) => rows?.[place(of) + 1]?.id ?? rows?.[place(of) - 1]?.id ?? null;
  return { id, choose, step, after };
}
