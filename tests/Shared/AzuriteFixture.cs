namespace Advisor.Tests;

/// <summary>One emulator for many tests, each with tables and queues of its own names.</summary>
public sealed class AzuriteFixture : IAsyncLifetime
{
    private Azurite? started;
    private string? reason;

    public async ValueTask InitializeAsync() => (started, reason) = await Azurite.TryStartAsync();

    public ValueTask DisposeAsync() => started?.DisposeAsync() ?? ValueTask.CompletedTask;

    internal Azurite GetOrSkip()
    {
        Assert.SkipWhen(started is null, reason ?? "Azurite did not start");
        return started;
    }
}
