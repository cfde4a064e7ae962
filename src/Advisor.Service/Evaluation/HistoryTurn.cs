using System.Threading.Channels;

namespace Advisor.Service.Evaluation;

/// <summary>The turn to read a history and to evaluate with it.</summary>
internal sealed class HistoryTurn(Channel<bool> slot) : IDisposable
{
    private bool isHeld;

    public async Task EnterAsync(CancellationToken cancellation)
    {
        await slot.Writer.WriteAsync(true, cancellation);
        isHeld = true;
    }

    public bool TryEnter() => isHeld = slot.Writer.TryWrite(true);

    public void Leave() => isHeld = isHeld && !slot.Reader.TryRead(out _);

    public void Dispose() => Leave();
}
