using System.Runtime.InteropServices;

namespace Advisor.Cli;

/// <summary>
/// Turns Ctrl+C (SIGINT) and SIGTERM into cancellation, from its creation until it is disposed. The parser's own handler begins after the
/// command has: a signal in between ends the process without a word.
/// </summary>
internal sealed class TerminationSignals : IDisposable
{
    private const int ShellSignalBase = 128;

    private readonly CancellationTokenSource source;
    private readonly PosixSignalRegistration interrupt;
    private readonly PosixSignalRegistration terminate;
    private readonly TaskCompletionSource<int> overdue = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TimeSpan grace;

    /// <param name="grace">Time from a signal until the process ends, whatever the command does.</param>
    /// <param name="cancellation">Cancels the command too.</param>
    public TerminationSignals(TimeSpan grace, CancellationToken cancellation)
    {
        this.grace = grace;
        source = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, context => Handle(context, number: 2));
        terminate = PosixSignalRegistration.Create(PosixSignal.SIGTERM, context => Handle(context, number: 15));
    }

    /// <summary>Cancelled by the first signal.</summary>
    public CancellationToken Token => source.Token;

    /// <summary>Waits for a command, after a signal no longer than the grace period.</summary>
    /// <returns>Exit code of the command; 128 and the number of the signal where it did not end in time, as shells report it.</returns>
    public async Task<int> RunAsync(Task<int> command) => await await Task.WhenAny(command, overdue.Task);

    public void Dispose()
    {
        interrupt.Dispose();
        terminate.Dispose();
        source.Dispose();
    }

    private void Handle(PosixSignalContext context, int number)
    {
        context.Cancel = true;
        try
        {
            source.Cancel();
        }
        catch (ObjectDisposedException)
        {
            // The program is ending already.
            return;
        }

        _ = Task.Delay(grace, CancellationToken.None)
            .ContinueWith(_ => overdue.TrySetResult(ShellSignalBase + number), TaskScheduler.Default);
    }
}
