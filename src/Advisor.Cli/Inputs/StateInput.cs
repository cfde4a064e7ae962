using Advisor.Azure;
using Advisor.Azure.Identity;
using Advisor.Cli.Commands.Watch;
using Advisor.Core.Text;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;
using Advisor.Service.Store.Sqlite;
using Advisor.Service.Store.Tables;

namespace Advisor.Cli.Inputs;

/// <summary>What a command does with a state.</summary>
internal enum StateAccess
{
    Write,

    /// <summary>It writes, and creates a file that does not exist.</summary>
    Create,

    /// <summary>It reads only: also a file that its user cannot write.</summary>
    Read,
}

/// <summary>Opens the state of a command: the file of <c>advisor watch</c>, or the tables of the Functions app.</summary>
internal static class StateInput
{
    /// <param name="place">A file, or the address of a table service; null = the default file of watch.</param>
    /// <exception cref="CommandException">There is no state, or it is not available.</exception>
    public static Task<T> UseAsync<T>(
        CliContext cli,
        string? place,
        Func<AdvisorState, Task<T>> use,
        CancellationToken cancellation,
        StateAccess access = StateAccess.Write
    ) =>
        UseStoreAsync(
            cli,
            place,
            async (store, buckets) => await use(await AdvisorState.OpenAsync(store, buckets, cli.Time.GetUtcNow(), cancellation)),
            cancellation,
            access
        );

    /// <summary>Reads a state, also a file that its user cannot write.</summary>
    /// <inheritdoc cref="UseAsync"/>
    public static Task<T> ReadAsync<T>(CliContext cli, string? place, Func<AdvisorState, Task<T>> use, CancellationToken cancellation) =>
        UseAsync(cli, place, use, cancellation, StateAccess.Read);

    /// <summary>Whether there is a state to read: one that the user names, or the default file of watch.</summary>
    public static bool Exists(CliContext cli, string? place) =>
        place is not null || File.Exists(cli.ResolvePath(WatchRun.DefaultStateFile));

    /// <summary>Returns the address of a table service; null for a file.</summary>
    public static Uri? FindAddress(string? place) =>
        Uri.TryCreate(place, UriKind.Absolute, out var address) && address.Scheme is "https" or "http" ? address : null;

    /// <summary>Opens the store alone, whatever is in it.</summary>
    /// <param name="use">Receives the store, and the buckets of a new state in it.</param>
    /// <inheritdoc cref="UseAsync"/>
    public static async Task<T> UseStoreAsync<T>(
        CliContext cli,
        string? place,
        Func<IStateStore, int, Task<T>> use,
        CancellationToken cancellation,
        StateAccess access = StateAccess.Write
    )
    {
        try
        {
            if (FindAddress(place) is { } address)
            {
                return await use(await OpenTablesAsync(address, cancellation), AdvisorState.SharedBuckets);
            }

            var path = cli.ResolvePath(place ?? WatchRun.DefaultStateFile);
            if (access != StateAccess.Create && !File.Exists(path))
            {
                throw CommandException.CreateInvalidInput(
                    $"state '{UntrustedText.Sanitize(place ?? WatchRun.DefaultStateFile)}' not found: "
                        + "set --state to the file of 'advisor watch', or to the table service of the app."
                );
            }

            if (access == StateAccess.Read && new FileInfo(path).Length == 0 && !File.Exists(path + "-wal"))
            {
                throw CommandException.CreateInvalidInput($"{path} is empty: it becomes a state with the first tick of Advisor.");
            }

            using var file = Open(path, access);
            try
            {
                return await use(file, 1);
            }
            finally
            {
                file.RequireUnchanged();
            }
        }
        catch (StateStoreException e)
        {
            throw CreateException(e);
        }
    }

    /// <summary>Returns how a command ends whose state is not available.</summary>
    /// <param name="then">What the user does once the cause is gone, a sentence; null = runs the command again.</param>
    public static CommandException CreateException(StateStoreException e, string? then = null) =>
        new(
            e.IsTransient ? ExitCodes.Unreachable
                : e.Code == StateStoreException.Forbidden ? ExitCodes.NotAuthorized
                : ExitCodes.InvalidInput,
            $"the state: {SignIn.DescribeFailure(e.InnerException) ?? e.Message}{(then is null ? "" : $" {then}")}",
            e
        );

    // A file that cannot be written is read as it is.
    private static SqliteStateStore Open(string path, StateAccess access)
    {
        try
        {
            return SqliteStateStore.Open(path, SqliteStateStore.InteractiveTimeout);
        }
        catch (StateStoreException e) when (access == StateAccess.Read && IsNotWritable(e))
        {
            try
            {
                return SqliteStateStore.OpenReadOnly(path);
            }
            catch (StateStoreException again) when (IsNotWritable(again))
            {
                throw new StateStoreException(
                    StateStoreException.Forbidden,
                    $"{path} cannot be read by this user. Run the command as the user that runs Advisor, or copy the file with its -wal "
                        + "into a folder of yours and read the copy.",
                    isTransient: false,
                    again
                );
            }
        }

        static bool IsNotWritable(StateStoreException e) => e.Code == StateStoreException.Forbidden;
    }

    private static async Task<IStateStore> OpenTablesAsync(Uri address, CancellationToken cancellation) =>
        address switch
        {
            { Query.Length: > 0 } or { UserInfo.Length: > 0 } => throw CommandException.CreateUsage(
                "the address of a table service must be scheme and host alone, without a key or signature: you are signed in as yourself."
            ),
            { IsLoopback: true } => await TableStateStore.OpenEmulatorAsync(
                address,
                StorageEmulator.Account,
                StorageEmulator.Key,
                null,
                cancellation
            ),
            { Scheme: "https" } => await TableStateStore.OpenAsync(
                address,
                SignIn.CreateDefault(AzureEndpoints.Create(TableStateStore.FindCloud(address)), null, null),
                null,
                cancellation
            ),
            _ => throw CommandException.CreateUsage(
                "the address of a table service must begin with https:// (http:// only on this machine)."
            ),
        };
}
