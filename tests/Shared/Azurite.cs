namespace Advisor.Tests;

/// <summary>
/// Queues and tables of the storage emulator from npm, with data of their own, as long as this object lives: in memory, where one process
/// serves everything that a test program starts, or in a folder, with a process of their own that can be stopped and started again.
/// </summary>
internal sealed class Azurite : IAsyncDisposable
{
    /// <summary>The account that every emulator has, with its public key.</summary>
    public const string Account = "devstoreaccount1";

    public const string Key = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

    private static readonly Lazy<AzuriteProcess> InMemory = new(() =>
    {
        var shared = AzuriteProcess.Launch();
        AppDomain.CurrentDomain.ProcessExit += (_, _) => shared.Dispose();
        return shared;
    });

    private readonly string? folder;
    private AzuriteProcess process;
    private AzuriteAddresses addresses;

    private Azurite(AzuriteProcess process, string? folder, AzuriteAddresses addresses) =>
        (this.process, this.folder, this.addresses) = (process, folder, addresses);

    /// <summary>Addresses with the account in the path.</summary>
    public Uri Queues => new($"{addresses.Queues}/{Account}");

    public Uri Tables => new($"{addresses.Tables}/{Account}");

    /// <summary>Its process, for signals, where it has one of its own.</summary>
    public int Id => folder is null ? throw new InvalidOperationException("Other tests use this process.") : process.Id;

    /// <summary>Starts it; where that cannot be, says why.</summary>
    /// <param name="folder">Where it keeps its data, so that they outlive it; null = in memory.</param>
    public static async Task<(Azurite? Started, string? Reason)> TryStartAsync(string? folder = null)
    {
        if (!Directory.Exists(RepositoryFiles.GetPath("tests", "node_modules", "azurite")))
        {
            return (null, "azurite is not installed: run tests/run, or npm ci in tests/");
        }

        try
        {
            var server = folder is null ? InMemory.Value : AzuriteProcess.Launch(folder, "0", "0");
            return (new Azurite(server, folder, await server.StartAsync()), null);
        }
        catch (System.ComponentModel.Win32Exception)
        {
            return (null, "node is not installed");
        }
    }

    /// <summary>Ends it and waits until it is gone: as a person does, with all its data written, or as a crash does.</summary>
    public void Stop(bool kill) => process.Stop(kill);

    /// <summary>Starts it after <see cref="Stop"/> at the same addresses, with the data of its folder.</summary>
    public async Task StartAgainAsync()
    {
        process.Dispose();
        process = AzuriteProcess.Launch(folder!, Queues.Port.ToString(), Tables.Port.ToString());
        addresses = await process.StartAsync();
    }

    public async ValueTask DisposeAsync()
    {
        if (folder is null)
        {
            await process.CloseAsync(addresses);
        }
        else
        {
            process.Dispose();
        }
    }
}
