import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { FilterBar } from '../../ui/list/FilterBar';
import { useListState } from '../../ui/list/useListState';
import { Panel } from '../../ui/Panel';
import { type PersonEvent, personEventsQuery } from './api';
import styles from './People.module.css';

const KINDS = [
  'issued',
  'emailed',
  'bounced',
  'viewed',
  'changed',
  'status',
  'address',
] as const satisfies readonly PersonEvent['kind'][];

/** What happened to a person and their credentials, newest first. */
export function PersonEvents({ id }: { id: string }) {
  const { t } = useTranslation();
  const list = useListState({ pageSize: 25, filters: ['event'] });
  const found = useInfiniteQuery(personEventsQuery(id, list.filters.event ?? ''));
  const kinds = {
    kind: 'choice' as const,
    name: 'event',
    label: t('people.events.filter'),
    options: KINDS.map((value) => ({ value, label: t(`people.events.kind.${value}`) })),
    several: true,
  };
  const events = found.data?.pages.flatMap((page) => page.events);
  return (
    <Panel title={t('people.events.title')}>
      <Stack gap="md" align="flex-start">
        <Group gap="xs">
          <FilterBar list={list} filters={[kinds]} />
        </Group>
        {found.error && !events && (
          <Group gap="sm" role="alert">
            <Text c="dimmed">{t('people.events.failed')}</Text>
            <Button variant="default" size="xs" onClick={() => void found.refetch()}>
              {t('ui.error.retry')}
            </Button>
          </Group>
        )}
        {!events && !found.error && <Skeleton height={120} />}
        {events?.length === 0 && (
          <Text c="dimmed">{t(list.filters.event ? 'people.events.noMatch' : 'people.events.none')}</Text>
        )}
        {events && events.length > 0 && (
          <ol className={styles.events}>
            {events.map((event) => (
              <Line key={event.id} event={event} />
            ))}
          </ol>
        )}
        {found.hasNextPage && (
          <Button
            variant="default"
            loading={found.isFetchingNextPage}
            onClick={() => void found.fetchNextPage()}
          >
            {t('people.events.more')}
          </Button>
        )}
      </Stack>
    </Panel>
  );
}

function Line({ event }: { event: PersonEvent }) {
  const { t } = useTranslation();
  const format = useFormat();
  const time = isolate(format.dateTime(event.at));
  const detail = useDetail(event);
  return (
    <li>
      <Text>{t(wordOf(event))}</Text>
      <Anchor component={Link} to={`/credentials/${event.credential.uuid}`} inherit>
        <bdi>{event.credential.course_name}</bdi>
      </Anchor>
      {detail && (
        <Text c="dimmed">
          <bdi>{detail}</bdi>
        </Text>
      )}
      <div className={styles.when}>
        {event.by ? t('people.events.line', { who: isolate(event.by), time }) : time}
      </div>
    </li>
  );
}

/** Actions with words of their own. The others have those of a credential's history. */
const OWN = new Set(['mail', 'page', 'recipient']);
const OWN_OF_CREDENTIALS = new Set(['expired', 'completed', 'recipient_signed_in', 'added_to_wallet']);

function wordOf({ action, details }: PersonEvent) {
  const [object = '', verb = ''] = action.split('.');
  if (action === 'recipient.move_confirmed' && details.merged === true)
    return 'people.events.action.recipient_merged';
  if (OWN.has(object) || OWN_OF_CREDENTIALS.has(verb))
    return `people.events.action.${`${object}_${verb}` as 'mail_sent'}` as const;
  return `credentials.history.action.${(object === 'credential' ? verb : object) as 'updated'}` as const;
}

/** The subject of an email, the reason of a revocation, or the values before and after a correction. */
function useDetail({ action, details }: PersonEvent): string | null {
  const { t } = useTranslation();
  if (typeof details.subject === 'string') return details.subject;
  if (typeof details.reason === 'string')
    return action === 'credential.suspended' ? details.reason : t(`revocation.${details.reason as 'other'}`);
  for (const field of ['recipient.name', 'recipient.email']) {
    const { before, after } = (details[field] ?? {}) as { before?: unknown; after?: unknown };
    if (typeof after !== 'string') continue;
    // A correction of all of a person's names keeps only the new one.
    if (typeof before !== 'string') return after;
    return t('people.events.fromTo', { before: isolate(before), after: isolate(after) });
  }
  return null;
}
