import { useFormat } from '../i18n/useFormat';

/** A grade in percent, with the group's label for it. */
export function Grade({ grade, band }: { grade: number; band: string | null }) {
  const format = useFormat();
  return (
    <>
      {format.grade(grade)}
      {band !== null && (
        <>
          {' · '}
          <bdi>{band}</bdi>
        </>
      )}
    </>
  );
}
