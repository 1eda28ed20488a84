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
export async function chooseTemplate(page, template, name) {
  await page.goto('/designs?tab=templates');
  await page.getByRole('button', { name: template, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name of the design').fill(name);
  await dialog.getByRole('button', { name: 'Create design' }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
}
