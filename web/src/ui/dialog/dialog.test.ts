import { beforeEach, describe, expect, it } from 'vitest';
import { dialog } from './dialog';
import { useDialogs } from './store';

const open = () => useDialogs.getState().open;
const top = () => {
  const last = open().at(-1);
  if (!last) throw new Error('no dialog is open');
  return last;
};
const answer = (confirmed: boolean, checked = false) =>
  useDialogs.getState().settle(top().id, { confirmed, checked });

beforeEach(() => dialog.dismissAll());

describe('dialog promises', () => {
  it.each(['confirm', 'agree'] as const)('%s resolves with what was answered', async (variant) => {
    const yes = dialog[variant]({ title: 'Delete?' });
    answer(true);
    const no = dialog[variant]({ title: 'Delete?' });
    answer(false);
    expect([await yes, await no]).toEqual([true, false]);
    expect(open()).toHaveLength(0);
  });

  it.each(['alert', 'warning', 'success', 'info'] as const)(
    '%s resolves once it is read',
    async (variant) => {
      const read = dialog[variant]({ title: 'Saved' });
      expect(top().variant).toBe(variant);
      answer(true);
      await expect(read).resolves.toBeUndefined();
    },
  );

  it('confirm with checkbox tells both answers', async () => {
    const both = dialog.confirmWithCheckbox({ title: 'Publish?', checkboxLabel: 'Send mail' });
    answer(true, true);
    await expect(both).resolves.toEqual({ confirmed: true, checked: true });
  });

  it('a second dialog waits on top of the first', async () => {
    const first = dialog.confirm({ title: 'First' });
    const second = dialog.confirm({ title: 'Second' });
    expect(top().title).toBe('Second');
    answer(true);
    expect(await second).toBe(true);
    answer(false);
    expect(await first).toBe(false);
  });

  it('leaving the page cancels every question', async () => {
    const first = dialog.confirm({ title: 'First' });
    const second = dialog.confirmWithCheckbox({ title: 'Second', checkboxLabel: 'x', checked: true });
    dialog.dismissAll();
    expect(await first).toBe(false);
    expect(await second).toEqual({ confirmed: false, checked: false });
    expect(open()).toHaveLength(0);
  });

  it('progress shows what was reported last and goes away when closed', () => {
    const work = dialog.progress({ title: 'Publishing', total: 10 });
    work.report(4);
    expect(top().progress).toMatchObject({ done: 4, total: 10 });
    work.report(5, 20);
    expect(top().progress).toMatchObject({ done: 5, total: 20 });
    work.close();
    expect(open()).toHaveLength(0);
  });

  it('closing a loading dialog leaves the others alone', () => {
    const loading = dialog.loading({ title: 'Loading' });
    void dialog.confirm({ title: 'Sure?' });
    loading.close();
    expect(open().map((other) => other.title)).toEqual(['Sure?']);
  });
});
