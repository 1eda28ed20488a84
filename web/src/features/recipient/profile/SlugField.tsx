import { Button, Group, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/useFormat';
import type { FieldProps } from '../../../ui/form/useForm';
import { slugQuery } from './api';

/** What comes before the slug in the address. */
const FOLDER = '/u/';

/** The address of the page, with whether it is available. */
export function SlugField({ field, saved }: { field: FieldProps<string>; saved: string }) {
  const { t } = useTranslation();
  const { onChange, required: _, ...props } = field;
  const wanted = field.value.trim().toLowerCase();
  const [asked] = useDebouncedValue(wanted, 350);
  const { data } = useQuery({ ...slugQuery(asked), enabled: asked !== '' && asked !== saved });
  const known = data && asked === wanted ? data : undefined;
  return (
    <div>
      <TextInput
        {...props}
        description={t('profile.slug.help')}
        maxLength={60}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        autoComplete="off"
        leftSectionWidth={44}
        leftSection={
          <Text span size="sm" c="dimmed" dir="ltr">
            {FOLDER}
          </Text>
        }
        styles={{ input: { direction: 'ltr' } }}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Text size="sm" mt={4} role="status" c={known?.reason ? 'red' : 'dimmed'}>
        {wanted !== '' && <Answer own={wanted === saved} known={known} />}
      </Text>
      {known && known.suggestions.length > 0 && (
        <Group gap="xs" mt={4}>
          <Text size="sm">{t('profile.slug.suggestions')}</Text>
          {known.suggestions.map((slug) => (
            <Button
              key={slug}
              size="compact-xs"
              variant="default"
              dir="ltr"
              aria-label={t('profile.slug.use', { slug })}
              onClick={() => onChange(slug)}
            >
              {slug}
            </Button>
          ))}
        </Group>
      )}
    </div>
  );
}

type Known = Awaited<ReturnType<NonNullable<ReturnType<typeof slugQuery>['queryFn']>>>;

/** Whether the address is available, in words. */
function Answer({ own, known }: { own: boolean; known: Known | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (own) return t('profile.slug.yours');
  if (!known) return t('profile.slug.checking');
  if (!known.reason) return t('profile.slug.available');
  const date = known.changeable_at ? format.date(known.changeable_at.slice(0, 10)) : '';
  return t(`profile.slug.reason.${known.reason}`, { date });
}
