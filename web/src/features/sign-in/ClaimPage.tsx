import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { useSession } from '../../api/session';
import { claimAccount } from './api';
import { FrontPage } from './FrontPage';
import { PasswordForm } from './PasswordForm';

/** Takes over an invited account: a password, and in. */
export function Component() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const claimed = useSession((state) => state.status === 'signedIn');
  if (claimed) return <Navigate to="/" replace />;

  const department = Number(params.get('department_id')) || undefined;
  return (
    <FrontPage title={t('signIn.claimTitle')} lead={t('signIn.claimLead')}>
      <PasswordForm
        action={t('signIn.claimSubmit')}
        onSave={async (password) => {
          await claimAccount(params.get('token') ?? '', department, password);
        }}
      />
    </FrontPage>
  );
}
