using Advisor.Azure.Identity;
using Advisor.Lab.LocalAzure;

namespace Advisor.Azure.Tests.Identity;

public sealed class LoopbackTimeProviderTests
{
    private static readonly DateTimeOffset Start = new(2026, 1, 5, 6, 0, 0, TimeSpan.Zero);

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task The_clock_of_a_loopback_Azure_is_read_and_moved_by_whoever_has_its_address()
    {
        await using var azure = await LocalAzureHost.StartAsync(
            new LocalAzureOptions { Time = new ManualTimeProvider(Start) },
            Cancellation
        );
        using var mine = new LoopbackTimeProvider(azure.Endpoint);
        using var other = new LoopbackTimeProvider(azure.Endpoint);

        await mine.AdvanceAsync(TimeSpan.FromMinutes(90), Cancellation);

        Assert.Equal((Start.AddMinutes(90), Start.AddMinutes(90)), (mine.GetUtcNow(), other.GetUtcNow()));
    }

    [Fact]
    public async Task A_running_clock_cannot_be_moved_and_an_unreachable_one_is_reported()
    {
        var azure = await LocalAzureHost.StartAsync(cancellation: Cancellation);
        using var time = new LoopbackTimeProvider(azure.Endpoint);

        Assert.Contains(
            "it is not a manual clock",
            (await Assert.ThrowsAsync<InvalidOperationException>(() => time.AdvanceAsync(TimeSpan.Zero, Cancellation))).Message,
            StringComparison.Ordinal
        );

        await azure.DisposeAsync();
        Assert.Contains(
            "cannot be read",
            Assert.Throws<InvalidOperationException>(() => time.GetUtcNow()).Message,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void The_clock_of_another_machine_is_refused() =>
        Assert.Throws<ArgumentException>(() => new LoopbackTimeProvider(new Uri("https://management.azure.com")));
}
