using Advisor.Service.Store.Rows;

namespace Advisor.Service.Store;

/// <summary>Mark of an import that has not ended: which file it was of. Written first, and deleted with the last row.</summary>
internal static class ImportMark
{
    public const string Key = "import";

    /// <summary>Returns silently where no import into the store was interrupted.</summary>
    /// <exception cref="StateStoreException">The store holds a part of an import.</exception>
    public static async Task CheckNoneAsync(IStateStore store, CancellationToken cancellation)
    {
        if (await store.GetAsync(StateKeys.Fleet, Key, cancellation) is not null)
        {
            throw CreateFault("import the same file again");
        }
    }

    /// <summary>Writes the mark.</summary>
    /// <param name="file">Tells the file from others, such as a hash of its content.</param>
    /// <exception cref="StateStoreException">The store holds a part of another file.</exception>
    public static async Task WriteAsync(IStateStore store, ReadOnlyMemory<byte> file, CancellationToken cancellation)
    {
        if (await store.GetAsync(StateKeys.Fleet, Key, cancellation) is { } mark && !mark.Payload.Span.SequenceEqual(file.Span))
        {
            throw CreateFault("it was of another file; import that one again, or this one into a new state");
        }

        await store.CommitAsync(StateKeys.Fleet, [RowWrite.Put(Key, 1, DateTimeOffset.UnixEpoch, file)], cancellation);
    }

    private static StateStoreException CreateFault(string remedy) =>
        new("Interrupted", $"an import was interrupted: {remedy}", isTransient: false);
}
