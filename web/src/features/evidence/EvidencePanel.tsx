import { Badge, Button, Skeleton, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { EmptyState } from '../../ui/EmptyState';
import { Panel } from '../../ui/Panel';
import { Picture } from '../../ui/Picture';
import { type EvidenceItem, evidenceQuery } from './api';
import { EvidenceDialog } from './EvidenceDialog';
import { EvidenceMenu } from './EvidenceMenu';
import styles from './evidence.module.css';

/** What proves a credential, in its order. */
export function EvidencePanel({ credential }: { credential: { uuid: string } }) {
  const { t } = useTranslation();
  const { uuid } = credential;
  const queries = useQueryClient();
  const mayManage = usePermission('manage_credentials');
  const { data, error } = useQuery(evidenceQuery(uuid));
  const [adding, setAdding] = useState(false);
  const reload = () => queries.invalidateQueries({ queryKey: evidenceQuery(uuid).queryKey });
  const add = mayManage && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {t('evidence.add')}
    </Button>
  );
  return (
    <>
      {data?.length === 0 ? (
        <EmptyState
          title={t('evidence.empty.title')}
          description={t('evidence.empty.description')}
          action={add}
        />
      ) : (
        <Panel title={t('evidence.title')} action={add}>
          {error && <Text c="dimmed">{t('evidence.failed')}</Text>}
          {!data && !error && <Skeleton height={120} />}
          <ol className={styles.items}>
            {data?.map((item, place) => (
              <li key={item.id} className={styles.item}>
                <EvidenceWords item={item} />
                {mayManage && (
                  <EvidenceMenu uuid={uuid} item={item} place={place} count={data.length} onDone={reload} />
                )}
              </li>
            ))}
          </ol>
        </Panel>
      )}
      {adding && <EvidenceDialog uuid={uuid} onClose={() => setAdding(false)} onDone={reload} />}
    </>
  );
}

function EvidenceWords({ item }: { item: EvidenceItem }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { file } = item;
  const grade = gradeOf(item);
  const picture = item.preview_image_url ?? (file?.content_type.startsWith('image/') ? file.url : null);
  const address = file ? file.url : item.link_url;
  return (
    <>
      {picture && <Picture src={picture} alt="" ratio={1} width={56} />}
      <div className={styles.words}>
        <Text fw={600}>
          <bdi>{item.description}</bdi>
        </Text>
        <Text c="dimmed" fz="sm">
          {t(`evidence.category.${(item.category ?? 'text') as 'file'}`)}
          {file && ` · ${format.fileSize(file.size)}`}
          {grade !== null && ` · ${format.percent(grade / 100)}`}
        </Text>
        {address && (
          <a href={address} target="_blank" rel="noopener noreferrer" className={styles.link}>
            <bdi>{file ? file.name : address}</bdi>
          </a>
        )}
        {item.narrative && (
          <Text className={styles.narrative} dir="auto">
            {item.narrative}
          </Text>
        )}
        {item.rejection_reason && (
          <Text c="dimmed" fz="sm" dir="auto">
            {item.rejection_reason}
          </Text>
        )}
        <Notes item={item} />
      </div>
    </>
  );
}

/** What sets an item apart from one that everybody sees. */
function Notes({ item }: { item: EvidenceItem }) {
  const { t } = useTranslation();
  const notes = [
    item.state !== 'accepted' && t(`evidence.state.${item.state}`),
    item.hidden && t('evidence.hidden'),
    item.supplemental && t('evidence.supplemental'),
    item.scan_state !== 'clean' && t(`evidence.scan.${item.scan_state}`),
    item.visibility !== 'public' && t(`evidence.visibility.${item.visibility}`),
  ].filter((note) => note !== false);
  return notes.map((note) => (
    <Badge key={note} variant="default" mt={6} me={6}>
      {note}
    </Badge>
  ));
}

function gradeOf({ string_object: value }: EvidenceItem): number | null {
  return typeof value === 'object' && value !== null && 'grade' in value ? Number(value.grade) : null;
}
