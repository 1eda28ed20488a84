import { Loader, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from './problem';
import styles from './screens.module.css';

/** Until the design is there. */
export function Loading() {
  const { t } = useTranslation();
  return (
    <Screen>
      <Stack align="center" gap="md" aria-busy role="status">
        <Loader size="sm" aria-hidden />
        <Text c="dimmed">{t('embed.maker.loading')}</Text>
      </Stack>
    </Screen>
  );
}

/** Refusals of the maker itself, for which the server has no words. */
const OWN_WORDS = {
  'embed.sandboxed': 'sandboxed',
  'embed.no_code': 'noCode',
  'embed.parent_not_allowed': 'parent',
  unreachable: 'unreachable',
} as const;

/** Why the maker could not open. What opened it counts once, so that only the page around it can try again. */
export function Failed({ problem: { code, lines } }: { problem: Problem }) {
  const { t } = useTranslation();
  const own = OWN_WORDS[code as keyof typeof OWN_WORDS] ?? 'other';
  const why = lines.length > 0 ? lines.join('\n') : t(`embed.maker.problem.${own}`);
  return (
    <Screen>
      <Stack gap={4} maw={480} role="alert">
        <Title order={1} size="h3" ta="center">
          {t('embed.maker.failed')}
        </Title>
        <Text ta="center" style={{ whiteSpace: 'pre-line' }}>
          {why}
        </Text>
        {lines.length === 0 && (
          <Text c="dimmed" ta="center">
            {t('embed.maker.openAgain')}
          </Text>
        )}
      </Stack>
    </Screen>
  );
}

/** After closing, until the page around takes the frame away. */
export function Ended() {
  const { t } = useTranslation();
  return (
    <Screen>
      <Stack gap={4} maw={480} role="status">
        <Title order={1} size="h3" ta="center">
          {t('embed.maker.ended')}
        </Title>
        <Text c="dimmed" ta="center">
          {t('embed.maker.endedHelp')}
        </Text>
      </Stack>
    </Screen>
  );
}

/** The host's sign at the start of the bar: decoration, the page around says whose it is. */
export function Brand({ picture }: { picture: string }) {
  return <img className={styles.brand} src={picture} alt="" />;
}

function Screen({ children }: { children: ReactNode }) {
  return <main className={styles.screen}>{children}</main>;
}
