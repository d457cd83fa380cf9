/** Owner and number of the record that says how points are compressed. */
export const LASZIP_USER_ID = 'laszip encoded';
export const LASZIP_RECORD_ID = 22204;
