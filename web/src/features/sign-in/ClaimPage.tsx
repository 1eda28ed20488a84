import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '../../api/errors';
import { signOut, useSession } from '../../api/session';
import { isolate } from '../../lib/bidi';
import {
  acceptInvitation,
  claimAccount,
  declineInvitation,
  invitationQuery,
  type TeamInvitation,
} from './api';
import { FrontPage } from './FrontPage';
import { PasswordForm } from './PasswordForm';
import { isRefusal, Unavailable } from './Unavailable';

/** The page of an invitation link: shows the inviting department, and lets the user accept or decline. */
export function Component() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const { data, error, status, refetch } = useQuery(invitationQuery(token));
  const [declined, setDeclined] = useState(false);

  if (status === 'pending') return <FrontPage title={t('signIn.invitation.loading')} />;
  if (declined)
    return <FrontPage title={t('signIn.invitation.declined')} lead={t('signIn.invitation.declinedLead')} />;
  if (error && !isRefusal(error)) return <Unavailable onRetry={() => void refetch()} />;
  if (!data)
    return (
      <FrontPage
        title={t('signIn.invitation.over')}
        lead={t('signIn.invitation.overLead')}
        footer={
          <Anchor component={Link} to="/sign-in">
            {t('signIn.back')}
          </Anchor>
        }
      />
    );
  const name = isolate(data.organization_name || data.department_name || t('departments.unnamed'));
  return (
    <FrontPage
      title={t('signIn.invitation.title', { department: name })}
      lead={
        data.organization_name
          ? t('signIn.invitation.leadOrganization', { organization: name })
          : t(
              data.role === 'administrator'
                ? 'signIn.invitation.leadAdministrator'
                : 'signIn.invitation.lead',
              { department: name },
            )
      }
    >
      <Stack gap="sm">
        {data.has_account ? (
          <AcceptPanel invitation={data} token={token} />
        ) : (
          <NewAccount email={data.email} token={token} />
        )}
        <DeclineButton token={token} onDone={() => setDeclined(true)} />
      </Stack>
    </FrontPage>
  );
}

/** For an email without an account: choosing a password creates one and accepts the invitation. */
function NewAccount({ email, token }: { email: string; token: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <>
      <Text>{t('signIn.invitation.newAccount', { email: isolate(email) })}</Text>
      <PasswordForm
        action={t('signIn.invitation.acceptNew')}
        known={[email]}
        onSave={async (password) => {
          await claimAccount(token, undefined, password);
          await navigate('/', { replace: true });
        }}
      />
    </>
  );
}

/** For an email with an account: the user can accept once signed in to it. */
function AcceptPanel({ invitation, token }: { invitation: TeamInvitation; token: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const session = useSession((state) => state.session);
  const accept = useMutation({
    mutationFn: () => acceptInvitation(token),
    onSuccess: () => navigate('/', { replace: true }),
  });
  const leave = useMutation({ mutationFn: signOut });
  const signIn = `/sign-in?next=${encodeURIComponent(`/claim?token=${token}`)}`;
  if (session?.user.email !== invitation.email)
    return (
      <Stack gap="sm">
        <Text>
          {t(session ? 'signIn.invitation.otherAccount' : 'signIn.invitation.signInFirst', {
            email: isolate(invitation.email),
          })}
        </Text>
        {session ? (
          <Button fullWidth loading={leave.isPending} onClick={() => leave.mutate()}>
            {t('signIn.invitation.signOut')}
          </Button>
        ) : (
          <Button component={Link} to={signIn} fullWidth>
            {t('signIn.invitation.signIn')}
          </Button>
        )}
      </Stack>
    );
  return (
    <Stack gap="sm">
      {accept.error && (
        <Text c="red" role="alert">
          {reasonOf(accept.error) || t('problem.generic')}
        </Text>
      )}
      <Button fullWidth loading={accept.isPending} onClick={() => accept.mutate()}>
        {t('signIn.invitation.accept')}
      </Button>
    </Stack>
  );
}

function DeclineButton({ token, onDone }: { token: string; onDone: () => void }) {
  const { t } = useTranslation();
  const decline = useMutation({ mutationFn: () => declineInvitation(token), onSuccess: onDone });
  return (
    <Stack gap={4}>
      {decline.error && (
        <Text c="red" role="alert">
          {reasonOf(decline.error) || t('problem.generic')}
        </Text>
      )}
      <Button variant="default" fullWidth loading={decline.isPending} onClick={() => decline.mutate()}>
        {t('signIn.invitation.decline')}
      </Button>
    </Stack>
  );
}

/** The server's message, or the empty string if there is none. */
function reasonOf(error: Error): string {
  return error instanceof ApiError ? error.lines.join('\n') : '';
}
