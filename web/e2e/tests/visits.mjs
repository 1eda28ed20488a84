import assert from 'node:assert/strict';

export const tests = [
  [
    'records every change of route, and every record was taken',
    async ({ admin, watch }) => {
      const page = await admin();
      const visit = (path) =>
        page.waitForResponse((answer) => answer.url().endsWith('/log_frontend_analytics') && answer.request().postDataJSON().path === path);
      const first = visit('/');
      await page.goto('/');
      assert.equal((await first).status(), 200);
      for (const [place, path] of [
        ['Groups', '/groups'],
        ['Designs', '/designs'],
        ['Credentials', '/credentials'],
      ]) {
        const recorded = visit(path);
        await page.getByRole('navigation').getByRole('link', { name: place }).click();
        const answer = await recorded;
        assert.equal(answer.status(), 200, path);
        assert.equal(answer.request().postDataJSON().property, path.slice(1));
      }
      const refused = watch.visits.filter(({ status }) => status !== 200);
      assert.deepEqual(refused, []);
      assert.ok(watch.visits.length > 20, `only ${watch.visits.length} visits in the whole run`);
    },
  ],
];
