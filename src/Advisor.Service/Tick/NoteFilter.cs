namespace Advisor.Service.Tick;

/// <summary>
/// Picks the notes that are due to be reported: each when it begins, and once an hour while it lasts, however many batches state it.
/// Thread-safe.
/// </summary>
public sealed class NoteFilter
{
    private static readonly TimeSpan RepeatInterval = TimeSpan.FromHours(1);

    private readonly Lock gate = new();
    private readonly Dictionary<string, DateTimeOffset> reported = new(StringComparer.Ordinal);

    /// <summary>Returns those of the notes that have not been returned for an hour, in their order.</summary>
    public IReadOnlyList<string> TakeDue(IEnumerable<string> notes, DateTimeOffset now)
    {
        lock (gate)
        {
            foreach (var (note, _) in reported.Where(entry => now - entry.Value >= RepeatInterval).ToList())
            {
                reported.Remove(note);
            }

            return [.. notes.Where(note => reported.TryAdd(note, now))];
        }
    }
}
