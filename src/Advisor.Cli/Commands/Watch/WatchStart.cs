using Advisor.Azure.Resilience;
using Advisor.Core.Fleet;

namespace Advisor.Cli.Commands.Watch;

/// <summary>Starts <c>watch</c> and <c>serve</c> where Azure does not answer yet, as after a restart of the machine.</summary>
internal static class WatchStart
{
    /// <summary>Finds the scope; retries a transient failure with the back-off of other calls, and says so once per failure.</summary>
    /// <exception cref="CommandException">There is no scope, or no right to it; or any failure of <c>--once</c>.</exception>
    public static async Task<FleetScope> FindScopeAsync(
        CliContext cli,
        WatchRequest request,
        Func<Task<FleetScope>> find,
        CancellationToken cancellation
    )
    {
        var (limits, printed) = (ResilienceLimits.Azure, string.Empty);
        for (var delay = limits.FirstDelay; ; delay = delay * 2 < limits.MaxDelay ? delay * 2 : limits.MaxDelay)
        {
            try
            {
                return await find();
            }
            catch (CommandException e) when (e.IsTransient && !request.Once)
            {
                if (e.Message != printed)
                {
                    await cli.Error.WriteLineAsync($"advisor: {e.Message} Advisor keeps trying.".AsMemory(), cancellation);
                    printed = e.Message;
                }

                await Task.Delay(delay, cli.Time, cancellation);
            }
        }
    }
}
