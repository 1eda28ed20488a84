import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '../../api/errors';
import { signOut, useSession } from '../../api/session';
import { isolate } from '../../lib/bidi';
import { ErrorPage } from '../../ui/ErrorPage';
import { PageSkeleton } from '../../ui/PageSkeleton';
import {
  acceptInvitation,
  claimAccount,
  declineInvitation,
  invitationQuery,
  type TeamInvitation,
} from './api';
import { FrontPage } from './FrontPage';
import { PasswordForm } from './PasswordForm';

/** The page of an invitation link: shows the inviting department, and lets the user accept or decline. */
export function Component() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const { data, error, status, refetch } = useQuery(invitationQuery(token));
  const [declined, setDeclined] = useState(false);

  if (status === 'pending') return <PageSkeleton />;
  if (declined)
    return <FrontPage title={t('signIn.invitation.declined')} lead={t('signIn.invitation.declinedLead')} />;
  if (error && !(error instanceof ApiError && error.status === 422))
    return <ErrorPage onRetry={() => void refetch()} detail={error.message} />;
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
  const name = isolate(data.department_name || t('departments.unnamed'));
  return (
    <FrontPage
      title={t('signIn.invitation.title', { department: name })}
      lead={t(
        data.role === 'administrator' ? 'signIn.invitation.leadAdministrator' : 'signIn.invitation.lead',
        {
          department: name,
        },
      )}
    >
      <Stack gap="lg">
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
    <PasswordForm
      action={t('signIn.invitation.acceptNew')}
      known={[email]}
      onSave={async (password) => {
        await claimAccount(token, undefined, password);
        await navigate('/', { replace: true });
      }}
    />
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
          {accept.error instanceof ApiError ? accept.error.lines.join('\n') : t('problem.generic')}
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
          {t('problem.generic')}
        </Text>
      )}
      <Group justify="center">
        <Button variant="default" loading={decline.isPending} onClick={() => decline.mutate()}>
          {t('signIn.invitation.decline')}
        </Button>
      </Group>
    </Stack>
  );
}
