import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EMBED_SETTINGS } from '../../api/queries/keys';
import { required } from '../../lib/validation';
import { FormProblems } from '../../ui/form/FormProblems';
import { TextField } from '../../ui/form/fields';
import { useForm } from '../../ui/form/useForm';
import { toast } from '../../ui/toast/toast';
import { addOrigin } from './api';
import styles from './Embedding.module.css';

const RULES = { origin: [required] };

/** Adds an allowed origin. The server validates and normalises it. */
export function OriginForm() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const form = useForm({
    initial: { origin: '' },
    labels: { origin: t('embed.settings.origins.label') },
    rules: RULES,
  });
  const save = form.submit(async ({ origin: text }) => {
    const { origin } = await addOrigin(text);
    form.reset();
    toast.success(t('embed.settings.origins.added', { origin }));
    await queries.invalidateQueries({ queryKey: EMBED_SETTINGS });
  });
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <FormProblems problems={form.problems} />
      <div className={styles.add}>
        <TextField
          field={form.field('origin')}
          description={t('embed.settings.origins.help')}
          placeholder="https://app.example.org"
          type="url"
          dir="ltr"
          autoComplete="off"
        />
        <Button type="submit" variant="default" loading={form.busy}>
          {t('embed.settings.origins.add')}
        </Button>
      </div>
    </form>
  );
}
