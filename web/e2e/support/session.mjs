/** Signs in by typing, as a person does. */
export async function signIn(page, { email, password }) {
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
}

/** Asks for an account by typing, whose address is then confirmed by the link in an email. */
export async function createAccount(page, { name, email, department, password }) {
  await page.goto('/create-account');
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Organization').fill(department);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor({ timeout: 60_000 });
}
