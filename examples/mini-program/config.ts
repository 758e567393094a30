/** The address of your Zhenyue service. It has to be among the request domains of the mini program. */
export const serviceUrl = 'https://booking.example.org'
