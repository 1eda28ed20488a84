import { ActionIcon, Anchor, Button, Fieldset, Group, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../i18n/useFormat';
import { isolate } from '../../../lib/bidi';
import { maxLength } from '../../../lib/validation';
import { FormProblems } from '../../../ui/form/FormProblems';
import { TextareaField, TextField } from '../../../ui/form/fields';
import { type FieldProps, useForm } from '../../../ui/form/useForm';
import { Panel } from '../../../ui/Panel';
import { toast } from '../../../ui/toast/toast';
import { MOST_LINKS, type Profile, type ProfileLink, updateProfile } from './api';
import styles from './profile.module.css';
import { SlugField } from './SlugField';
import { useSaved } from './useSaved';

const valuesOf = ({ slug, headline, bio, links }: Profile) => ({ slug: slug ?? '', headline, bio, links });

/** The address of the page, and what a person says of themselves. */
export function AboutPanel({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const saved = useSaved();
  const form = useForm({
    initial: valuesOf(profile),
    labels: {
      slug: t('profile.slug.label'),
      headline: t('profile.about.headline'),
      bio: t('profile.about.bio'),
      links: t('profile.weblinks.title'),
    },
    rules: { headline: [maxLength(120)], bio: [maxLength(1000)] },
  });
  const save = async ({ slug, links, ...words }: typeof form.values) => {
    const wanted = slug.trim().toLowerCase();
    const change = {
      ...words,
      links: links.filter(({ label, url }) => label.trim() + url.trim() !== ''),
      ...(wanted !== (profile.slug ?? '') && { slug: wanted }),
    };
    const next = await updateProfile(change);
    saved(next);
    form.reset(valuesOf(next));
    toast.success(t('profile.about.saved'));
  };
  return (
    <Panel title={t('profile.about.title')}>
      <form noValidate onSubmit={form.submit(save)}>
        <Stack gap="md">
          <FormProblems problems={form.problems} />
          <Text size="sm">
            {t('profile.about.name', { name: isolate(profile.name) })}{' '}
            <Anchor component={Link} to="/me/settings" inherit underline="always">
              {t('profile.about.changeName')}
            </Anchor>
          </Text>
          <SlugField field={form.field('slug')} saved={profile.slug ?? ''} />
          <TextField field={form.field('headline')} description={t('profile.about.headlineHelp')} />
          <TextareaField field={form.field('bio')} description={t('profile.about.bioHelp')} />
          <Links field={form.field('links')} />
          <Group>
            <Button type="submit" loading={form.busy} disabled={!form.dirty}>
              {t('ui.form.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}

function Links({ field }: { field: FieldProps<ProfileLink[]> }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { value: links, onChange } = field;
  const change = (at: number, part: Partial<ProfileLink>) =>
    onChange(links.map((link, place) => (place === at ? { ...link, ...part } : link)));
  return (
    <Fieldset legend={field.label}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('profile.weblinks.help')}
        </Text>
        {links.map((link, at) => {
          const number = format.number(at + 1);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: links have no identity, and are only added at the end
            <div key={at} className={styles.link}>
              <TextInput
                label={t('profile.weblinks.label', { number })}
                value={link.label}
                maxLength={60}
                onChange={(event) => change(at, { label: event.currentTarget.value })}
              />
              <TextInput
                type="url"
                dir="ltr"
                label={t('profile.weblinks.url', { number })}
                placeholder="https://"
                value={link.url}
                maxLength={500}
                onChange={(event) => change(at, { url: event.currentTarget.value })}
              />
              <Tooltip label={t('profile.weblinks.remove', { number })}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={36}
                  aria-label={t('profile.weblinks.remove', { number })}
                  onClick={() => onChange(links.filter((_, place) => place !== at))}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              </Tooltip>
            </div>
          );
        })}
        {field.error && (
          <Text size="sm" c="red" role="alert">
            {field.error}
          </Text>
        )}
        {links.length < MOST_LINKS && (
          <Group>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => onChange([...links, { label: '', url: '' }])}
            >
              {t('profile.weblinks.add')}
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}
