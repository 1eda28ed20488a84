import { Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import styles from './Message.module.css';
import { PublicFrame } from './PublicFrame';
import { parseReference, publicPath } from './reference';

/** Takes a link or an id and goes to the page that says whether the credential holds. */
export function Component() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const reference = parseReference(text);
    setWrong(reference === null);
    if (reference) void navigate(publicPath(reference));
  };
  return (
    <PublicFrame title={t('public.verify.title')}>
      <form noValidate className={styles.message} onSubmit={submit}>
        <Stack gap="md">
          <div>
            <Title order={1} size="h2">
              {t('public.verify.title')}
            </Title>
            <Text c="dimmed" mt={4}>
              {t('public.verify.text')}
            </Text>
          </div>
          <TextInput
            size="md"
            dir="ltr"
            label={t('public.verify.label')}
            placeholder={t('public.verify.placeholder')}
            value={text}
            error={wrong && t('public.verify.wrong')}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setWrong(false);
            }}
          />
          <div>
            <Button type="submit" size="md">
              {t('public.verify.submit')}
            </Button>
          </div>
        </Stack>
      </form>
    </PublicFrame>
  );
}
