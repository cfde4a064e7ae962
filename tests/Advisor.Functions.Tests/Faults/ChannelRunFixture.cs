namespace Advisor.Functions.Tests.Faults;

/// <summary>One run for all tests, made by the first of them.</summary>
public sealed class ChannelRunFixture : IAsyncDisposable
{
    private Task<ChannelRun>? run;

    internal Task<ChannelRun> GetAsync(string package) => run ??= ChannelRun.StartAsync(package);

    public async ValueTask DisposeAsync()
    {
        if (run is { IsCompletedSuccessfully: true })
        {
            await (await run).DisposeAsync();
        }
    }
}
