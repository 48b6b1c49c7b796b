// Telling that something was done.
import { notifications } from '@mantine/notifications';

/** Says it in a corner for a moment; readers of screens read it out. */
export const tell = (message: string): void => {
  notifications.show({ message });
};
