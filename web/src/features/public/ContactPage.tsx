import { Anchor, Button, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '../../api/errors';
import { useSession } from '../../api/session';
import { supportEmail } from '../../lib/installation';
import { email, maxLength, required } from '../../lib/validation';
import { dialog } from '../../ui/dialog/dialog';
import { FormProblems } from '../../ui/form/FormProblems';
import { TextareaField, TextField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';
import { sendMessage } from './api';
import { Message } from './Message';
import { PublicFrame } from './PublicFrame';

const RULES = {
  name: [required, maxLength(255)],
  email: [required, email, maxLength(320)],
  message: [required, maxLength(5000)],
};

/** Contact form for the issuer of the credential in the URL, or for support. */
export function Component() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const session = useSession((state) => state.status);
  const credential = params.get('credential') ?? undefined;
  const title = t(credential ? 'contact.issuerTitle' : 'contact.supportTitle');
  if (!credential && !supportEmail()) return <Message title={title} text={t('contact.nobody')} />;
  return (
    <PublicFrame title={title}>
      <Stack gap="lg" maw={560} mx="auto">
        <div>
          <Title order={1} size="h2">
            {title}
          </Title>
          <Text c="dimmed" mt={6}>
            {t(credential ? 'contact.issuerLead' : 'contact.supportLead')}
          </Text>
        </div>
        {session !== 'unknown' && <ContactForm credential={credential} access={params.get('key')} />}
      </Stack>
    </PublicFrame>
  );
}

interface ContactFormProps {
  credential: string | undefined;
  /** The access key of a private credential. */
  access: string | null;
}

function ContactForm({ credential, access }: ContactFormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const user = useSession((state) => state.session?.user);
  const form = useForm({
    initial: { name: user?.name ?? '', email: user?.email ?? '', message: '' },
    labels: { name: t('contact.name'), email: t('contact.email'), message: t('contact.message') },
    rules: RULES,
  });
  const send = async (values: typeof form.values) => {
    try {
      await sendMessage({ ...values, ...(credential && { credential, key: access ?? undefined }) });
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 422)) {
        void dialog.alert({ title: t('alerts.contactForm.title'), body: <Failed error={error} /> });
      }
      throw error;
    }
    await dialog.success({ title: t('alerts.contactThanks.title'), body: t('alerts.contactThanks.body') });
    const key = access ? `?key=${encodeURIComponent(access)}` : '';
    await navigate(credential ? `/${encodeURIComponent(credential)}${key}` : '/');
  };
  return (
    <form noValidate onSubmit={form.submit(send)}>
      <Stack gap="md">
        <FormProblems problems={form.problems} />
        <TextField field={form.field('name')} autoComplete="name" />
        <TextField field={form.field('email')} type="email" autoComplete="email" dir="ltr" />
        <TextareaField field={form.field('message')} minRows={6} dir="auto" />
        <div>
          <Button type="submit" loading={form.busy}>
            {t('contact.submit')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** Why a message was not sent, and an email address to use instead. */
function Failed({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const support = supportEmail();
  return (
    <>
      {error instanceof ApiError && error.status === 429
        ? t('problem.highDemand')
        : t('alerts.contactForm.body')}
      {support && (
        <Anchor href={`mailto:${support}`} display="block" mt="xs" dir="ltr">
          {support}
        </Anchor>
      )}
    </>
  );
}
