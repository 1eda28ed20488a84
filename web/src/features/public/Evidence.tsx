import { Anchor, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { Markdown } from '../../ui/Markdown';
import type { PublicCredential } from './api';
import styles from './CredentialView.module.css';

type Item = PublicCredential['evidence'][number];

/** The evidence of a credential, and when it changed after issue. */
export function Evidence({ credential }: { credential: PublicCredential }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { evidence, evidence_changed_at: changed } = credential;
  if (evidence.length === 0 && !changed) return null;
  return (
    <section>
      <Title order={2} size="h3" mt="lg">
        {t('evidence.title')}
      </Title>
      {changed && (
        <Text c="dimmed">
          {t('evidence.changedOn', { date: isolate(format.date(changed.slice(0, 10))) })}
        </Text>
      )}
      <ul className={styles.evidence}>
        {evidence.map((item) => (
          <li key={item.uuid}>
            <Piece item={item} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Piece({ item }: { item: Item }) {
  const { t } = useTranslation();
  const format = useFormat();
  const picture = item.preview_url ?? (item.file?.content_type.startsWith('image/') ? item.url : null);
  const days = item.course_duration?.duration_in_days ?? null;
  return (
    <>
      <Text fw={600}>
        {item.url ? (
          <Anchor href={item.url} target="_blank" rel="noopener noreferrer" inherit>
            <bdi>{item.title}</bdi>
          </Anchor>
        ) : (
          <bdi>{item.title}</bdi>
        )}
      </Text>
      <Text c="dimmed" fz="sm">
        {t(`evidence.category.${(item.category || 'text') as 'file'}`)}
        {item.file && ` · ${format.fileSize(item.file.size)}`}
        {item.grade !== null && ` · ${format.grade(item.grade)}`}
        {days !== null && ` · ${t('evidence.days', { count: days, number: format.number(days) })}`}
        {item.supplemental && ` · ${t('evidence.supplemental')}`}
      </Text>
      {picture && <img src={picture} alt={item.title} loading="lazy" className={styles.evidencePicture} />}
      {item.narrative && <Markdown text={item.narrative} />}
      {item.text && (
        <Text className={styles.description} dir="auto">
          {item.text}
        </Text>
      )}
      {item.transcript.length > 0 && (
        <table className={styles.transcript}>
          <tbody>
            {item.transcript.map((row) => (
              <tr key={`${row.subject} ${row.grade}`}>
                <th scope="row">
                  <bdi>{row.subject}</bdi>
                </th>
                <td>
                  <bdi>{row.grade}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
