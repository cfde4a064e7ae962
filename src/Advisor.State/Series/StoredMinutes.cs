using Advisor.State.Rows;

namespace Advisor.State.Series;

/// <summary>The newest day of minutes of a resource as it was read with its state.</summary>
public sealed class StoredMinutes
{
    private readonly Row row;

    internal StoredMinutes(Row row) => this.row = row;

    /// <summary>Whether a newer program wrote it: it is left alone.</summary>
    public bool IsNewer => row.Version > MinuteDayFormat.Version;

    internal string ETag => row.ETag;

    /// <summary>The day; null where it is damaged: the series starts over.</summary>
    /// <exception cref="StateStoreException">A newer program wrote it.</exception>
    public MinuteDay? Read()
    {
        try
        {
            return MinuteDayFormat.Read(row);
        }
        catch (StateStoreException) when (!IsNewer)
        {
            return null;
        }
    }
}
