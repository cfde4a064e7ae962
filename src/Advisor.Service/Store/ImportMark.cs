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

    /// <summary>Writes the mark, and returns its ETag.</summary>
    /// <param name="file">Tells the file from others, such as a hash of its content.</param>
    /// <exception cref="StateStoreException">The store holds a part of another file.</exception>
    public static async Task<string> WriteAsync(IStateStore store, ReadOnlyMemory<byte> file, CancellationToken cancellation)
    {
        if (await store.GetAsync(StateKeys.Fleet, Key, cancellation) is { } mark && !mark.Payload.Span.SequenceEqual(file.Span))
        {
            throw CreateFault("it was of another file; import that one again, or this one into a new state");
        }

        var written = await store.CommitAsync(StateKeys.Fleet, [RowWrite.Put(Key, 1, DateTimeOffset.UnixEpoch, file)], cancellation);
        return written.ETags[0]!;
    }

    /// <summary>Returns silently while an import is the one that wrote the mark last.</summary>
    /// <exception cref="StateStoreException">Another import has begun, or ended, in its place.</exception>
    public static async Task CheckIsOwnAsync(IStateStore store, string etag, CancellationToken cancellation)
    {
        if ((await store.GetAsync(StateKeys.Fleet, Key, cancellation))?.ETag != etag)
        {
            throw CreateReplaced();
        }
    }

    public static StateStoreException CreateReplaced() =>
        new("Interrupted", "another import was made in place of this one, which has ended", isTransient: false);

    private static StateStoreException CreateFault(string remedy) =>
        new("Interrupted", $"an import was interrupted: {remedy}", isTransient: false);
}
