import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { ApiError } from '../../api/errors';
import { useFormat } from '../../i18n/useFormat';
import { useLanguage } from '../../i18n/useLanguage';
import { isolate } from '../../lib/bidi';
import { email, maxLength, required } from '../../lib/validation';
import { FormProblems } from '../../ui/form/FormProblems';
import { TextField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';
import { askForClaim, confirmClaim, type PublicClaimLink, publicClaimLinkQuery } from './claims';
import styles from './GroupPage.module.css';
import { Message } from './Message';
import { PublicFrame } from './PublicFrame';
import { Refused } from './Refused';

/** Page of a claim link or QR code, where people request a credential themselves. */
export function Component() {
  const { t } = useTranslation();
  const token = useParams().token ?? '';
  const [params] = useSearchParams();
  const secret = params.get('code');
  const { data, error, refetch } = useQuery(publicClaimLinkQuery(token));
  const [picture, setPicture] = useState('');
  if (error instanceof ApiError && error.status === 404)
    return <Message title={t('claims.public.missing.title')} text={t('claims.public.missing.text')} />;
  if (error && !data) return <Refused error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <PublicFrame title={t('product')}>
        <Skeleton height={280} aria-busy />
      </PublicFrame>
    );
  }
  return (
    <PublicFrame title={`${data.name} · ${data.issuer.name}`} issuer={data.issuer}>
      <article className={styles.columns}>
        {data.image_url && (
          <img src={picture || data.image_url} alt={t('public.group.picture', { name: data.name })} />
        )}
        <div className={styles.words}>
          <Title order={1}>
            <bdi>{data.name}</bdi>
          </Title>
          <Text c="dimmed" mt={4} mb="lg">
            {t('public.group.by', { issuer: isolate(data.issuer.name) })}
          </Text>
          {secret ? (
            <Confirm token={token} secret={secret} onIssued={setPicture} />
          ) : (
            <Asking token={token} link={data} />
          )}
        </div>
      </article>
    </PublicFrame>
  );
}

function Asking({ token, link }: { token: string; link: PublicClaimLink }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [askedWith, setAskedWith] = useState('');
  if (askedWith) {
    return (
      <Stack gap="xs" role="status">
        <Title order={2} size="h3">
          {t('claims.public.asked.title')}
        </Title>
        <Text>{t('claims.public.asked.text', { email: isolate(askedWith) })}</Text>
      </Stack>
    );
  }
  if (link.state !== 'open') {
    return (
      <Stack gap="xs" role="status">
        <Title order={2} size="h3">
          {t(`claims.public.${link.state}.title`)}
        </Title>
        <Text c="dimmed">
          {t(`claims.public.${link.state}.text`, {
            time: link.opens_at ? format.dateTime(link.opens_at) : '',
          })}
        </Text>
      </Stack>
    );
  }
  return <ClaimForm token={token} link={link} onAsked={setAskedWith} />;
}

interface ClaimFormProps {
  token: string;
  link: PublicClaimLink;
  onAsked: (email: string) => void;
}

function ClaimForm({ token, link, onAsked }: ClaimFormProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const language = useLanguage();
  const form = useForm({
    initial: { name: '', email: '' },
    labels: { name: t('claims.public.name'), email: t('claims.public.email') },
    rules: { name: [required, maxLength(255)], email: [required, email, maxLength(320)] },
  });
  const domains = format.anyOf(link.allowed_domains.map((domain) => isolate(domain)));
  return (
    <form
      noValidate
      onSubmit={form.submit(async (values) => {
        await askForClaim(token, { name: values.name.trim(), email: values.email.trim(), language });
        onAsked(values.email.trim());
      })}
    >
      <Stack gap="md" maw={420}>
        <Text>{t(link.needs_approval ? 'claims.public.leadApproval' : 'claims.public.lead')}</Text>
        <FormProblems problems={form.problems} />
        <TextField field={form.field('name')} description={t('claims.public.nameHelp')} autoComplete="name" />
        <TextField
          field={form.field('email')}
          description={
            link.allowed_domains.length > 0
              ? t('claims.public.domains', { domains })
              : t('claims.public.emailHelp')
          }
          type="email"
          autoComplete="email"
          dir="ltr"
        />
        <Button type="submit" loading={form.busy}>
          {t('claims.public.submit')}
        </Button>
        {link.closes_at && (
          <Text c="dimmed">
            {t('claims.sheet.until', { time: isolate(format.dateTime(link.closes_at)) })}
          </Text>
        )}
      </Stack>
    </form>
  );
}

interface ConfirmProps {
  token: string;
  secret: string;
  /** Gets the picture of the credential, or nothing while the claim waits. */
  onIssued: (picture: string) => void;
}

/** Link scanners of mail providers press no buttons, so nothing is issued until a person does. */
function Confirm({ token, secret, onIssued }: ConfirmProps) {
  const { t } = useTranslation();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => confirmClaim(token, secret),
    onSuccess: (done) => onIssued(done.image_url),
  });
  if (data) {
    return (
      <Stack gap="sm" role="status" align="flex-start">
        <Title order={2} size="h3">
          {t(`claims.public.done.${data.state}.title`)}
        </Title>
        <Text>{t(`claims.public.done.${data.state}.text`)}</Text>
        <Text c="dimmed">{t(data.signedIn ? 'claims.public.signedIn' : 'claims.public.signIn')}</Text>
        <Group>
          {data.credential_url && (
            <Button component="a" href={data.credential_url}>
              {t('claims.public.open')}
            </Button>
          )}
          <Button component="a" href={data.signedIn ? '/me' : '/me/sign-in'} variant="default">
            {t(data.signedIn ? 'recipient.bar.all' : 'claims.public.toSignIn')}
          </Button>
        </Group>
      </Stack>
    );
  }
  const problems = error instanceof ApiError ? error.lines : error ? [t('problem.generic')] : [];
  return (
    <Stack gap="md" align="flex-start">
      <Text>{t('claims.public.confirmLead')}</Text>
      <FormProblems problems={problems} />
      <Button loading={isPending} onClick={() => mutate()}>
        {t('claims.public.confirm')}
      </Button>
    </Stack>
  );
}
