import { Anchor, Group, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { publicationAddress } from '../../api/publications';
import { useFormat } from '../../i18n/useFormat';
import { followOperation } from '../../ui/progress/followed';
import { StopNotice } from '../../ui/progress/StopNotice';
import { type Publication, publicationQuery, resumePublication } from './api';
import { HoldPanel } from './HoldPanel';
import { refusalsByReason } from './progress';
import styles from './publish.module.css';

/** The reason code if the plan has no credits for more recipients. */
const NO_CREDIT = 'insufficient_credits';

/** The result of a publication: how many were published, whether emails are sent, and why the others were refused. */
export function PublicationResult({ publication }: { publication: Publication }) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const {
    published_count: published,
    input_count: total,
    refused_count: refused,
    sending_email,
  } = publication;
  const waits = publication.can_undo && sending_email;
  const reasons = refusalsByReason(publication);
  const unlisted = refused - publication.not_published.length;
  const incomplete = refused > 0 || Boolean(publication.stop);
  const Icon = incomplete ? IconAlertTriangle : IconCheck;
  return (
    <Stack gap="md">
      <Group wrap="nowrap" gap="sm" role="status">
        <ThemeIcon variant="light" radius="xl" size={32} color={incomplete ? 'yellow' : 'laurel'}>
          <Icon size={18} aria-hidden />
        </ThemeIcon>
        <div>
          <Text fw={500}>
            {t('publish.result', {
              count: total,
              published: format.number(published),
              total: format.number(total),
            })}
          </Text>
          {published > 0 && !waits && !publication.undone_at && (
            <Text c="dimmed">{t(sending_email ? 'publish.resultMails' : 'publish.resultNoMails')}</Text>
          )}
        </div>
      </Group>
      {publication.stop && (
        <StopNotice
          stop={publication.stop}
          total={total}
          onResume={async () => {
            const resumed = await resumePublication(publication.uuid);
            followOperation(publicationAddress(publication.uuid));
            queries.setQueryData(publicationQuery(publication.uuid).queryKey, resumed);
          }}
        />
      )}
      <HoldPanel publication={publication} />
      {reasons.map(({ reason, message, refusals }) => (
        <div key={reason}>
          {reason === NO_CREDIT ? (
            <>
              <Text fw={500}>{t('publish.couldNot.title')}</Text>
              <Text>{t('publish.couldNot.credits')}</Text>
              <Anchor component={Link} to="/billing">
                {t('billing.notice.action')}
              </Anchor>
            </>
          ) : (
            <Text fw={500}>{message}</Text>
          )}
          <ul className={styles.refusals}>
            {refusals.map((refusal) => (
              <li key={refusal.credential_id}>
                <Anchor component={Link} to={`/credentials/${refusal.credential_id}`} inherit>
                  <bdi>{refusal.recipient_name || refusal.credential_id}</bdi>
                </Anchor>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {unlisted > 0 && (
        <Text c="dimmed">{t('publish.more', { count: unlisted, number: format.number(unlisted) })}</Text>
      )}
    </Stack>
  );
}
