/** The one award that the tests of the main job make together, step by step. */
export const job = {
  certificate: 'Wetland certificate',
  badge: 'Wetland badge',
  group: 'Wetland ecology, autumn',
  course: 'Wetland Ecology',
  recipients: [
    { name: 'Łucja Brönnimann-Đorđević', email: 'lucja@wetland.example' },
    { name: 'Tomás Ó Séaghdha', email: 'tomas@wetland.example' },
    { name: 'Ngozi Adébáyò', email: 'ngozi@wetland.example' },
  ],
};

/** Makes a design of this name from a template, and ends on its page. */
export async function chooseTemplate(page, template, name, kind = 'certificate') {
  await page.goto(`/designs/new?kind=${kind}`);
  await page.getByRole('link', { name: template, exact: true }).click();
  await page.getByRole('textbox', { name: 'Design name' }).fill(name);
  await page.getByRole('button', { name: 'Save design' }).click();
  await page.waitForURL(/\/designs\/\d+\/edit$/);
  await page.locator('header').getByText('Saved', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Close editor' }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
}
