import { Alert, Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

/** Says why the recipient has to sign in again, with a link that leads back to the settings. */
export function SignInAgain({ children }: { children: string }) {
  const { t } = useTranslation();
  return (
    <Alert color="yellow" role="alert">
      <Stack gap="xs" align="flex-start">
        {children}
        <Button component={Link} to="/me/sign-in?next=/me/settings" size="compact-sm" variant="default">
          {t('recipient.delete.again')}
        </Button>
      </Stack>
    </Alert>
  );
}
