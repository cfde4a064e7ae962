namespace Advisor.Service.Notifications.Channels.Email;

/// <summary>
/// Recipients that have a mail which others could not get yet: a retry goes to the others only. Kept in memory, of the last 1,000 such
/// mails: after a restart a retry goes to all. Thread-safe.
/// </summary>
internal sealed class AcceptedRecipients
{
    private const int MaxMails = 1000;

    private readonly OrderedDictionary<string, HashSet<string>> mails = new(StringComparer.Ordinal);

    /// <summary>Whether some recipients have a mail, and others do not.</summary>
    public bool Contains(string mail)
    {
        lock (mails)
        {
            return mails.ContainsKey(mail);
        }
    }

    /// <summary>Whether a recipient has a mail that others do not have.</summary>
    /// <param name="mail">Event id of the message.</param>
    public bool Contains(string mail, string address)
    {
        lock (mails)
        {
            return mails.TryGetValue(mail, out var accepted) && accepted.Contains(address);
        }
    }

    /// <summary>Records recipients of a mail that is not complete.</summary>
    public void Add(string mail, IEnumerable<string> addresses)
    {
        lock (mails)
        {
            if (!mails.TryGetValue(mail, out var accepted))
            {
                mails.Add(mail, accepted = new HashSet<string>(StringComparer.OrdinalIgnoreCase));
            }

            accepted.UnionWith(addresses);
            if (mails.Count > MaxMails)
            {
                mails.RemoveAt(0);
            }
        }
    }

    /// <summary>Forgets a mail that is complete.</summary>
    public void Remove(string mail)
    {
        lock (mails)
        {
            mails.Remove(mail);
        }
    }
}
