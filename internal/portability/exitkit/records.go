package exitkit

import (
	"context"
	"fmt"

	"laurel/internal/issuing/credentials"
	"laurel/internal/trust/badges"
)

// records is the folder of the learner records. They contain everything that a recipient achieved, so they are for the department only.
const records = "records/"

// recordChunkSize is how many email addresses are in memory at a time.
const recordChunkSize = 100

// records writes the learner records of all recipients. Each record contains up to badges.MaxRecord credentials.
func (w *writer) records(ctx context.Context) error {
	list, err := w.folder.list("records.csv", "email", "file", "credentials")
	if err != nil {
		return err
	}
	number := 0
	for after := ""; ; {
		addresses, err := w.Credentials.RecipientsAchieved(ctx, w.order.DepartmentID, after, recordChunkSize)
		if err != nil {
			return err
		}
		if len(addresses) == 0 {
			return list.close()
		}
		for _, address := range addresses {
			if err := w.recordsOf(ctx, address, list, &number); err != nil {
				return err
			}
		}
		after = addresses[len(addresses)-1]
	}
}

func (w *writer) recordsOf(ctx context.Context, address string, list *list, number *int) error {
	for after := int64(0); ; {
		all, err := w.Credentials.AchievedBy(ctx, w.order.DepartmentID, address, after, badges.MaxRecord)
		if err != nil || len(all) == 0 {
			return err
		}
		record, err := w.Badges.RecordOf(ctx, all)
		if err != nil {
			return fmt.Errorf("learner record of %s: %w", ids(all), err)
		}
		*number++
		name := fmt.Sprintf("%s%06d.json", records, *number)
		if err := w.folder.write(name, record.Document); err != nil {
			return err
		}
		list.add(address, name, fmt.Sprint(len(all)))
		after = all[len(all)-1].ID
	}
}

func ids(all []credentials.Credential) string {
	return fmt.Sprintf("credentials %d to %d", all[0].ID, all[len(all)-1].ID)
}
