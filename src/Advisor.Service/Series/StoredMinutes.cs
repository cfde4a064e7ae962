using Advisor.Service.Store.Rows;

namespace Advisor.Service.Series;

/// <summary>Newest day of minutes of a resource, as read with its state.</summary>
public sealed class StoredMinutes
{
    private readonly Row row;

    internal StoredMinutes(Row row) => this.row = row;

    /// <summary>Whether a newer version wrote it; it is then not changed.</summary>
    public bool IsNewer => row.Version > RecordCodecs.MinuteDay.Version;

    internal string ETag => row.ETag;

    /// <summary>Reads the day; null if it is damaged: the series starts over.</summary>
    /// <exception cref="StateStoreException">The row was written by a newer version.</exception>
    public MinuteDay? Read()
    {
        try
        {
            return RecordCodecs.MinuteDay.Read(row);
        }
        catch (StateStoreException) when (!IsNewer)
        {
            return null;
        }
    }
}
