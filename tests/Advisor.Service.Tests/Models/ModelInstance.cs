using Advisor.Service.Changes;
using Advisor.Service.Evaluation;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store.Rows;
using Advisor.Service.Tests.World;

namespace Advisor.Service.Tests.Models;

/// <summary>One process: it handles what the host hands it, is interrupted at a call, ends and is started again.</summary>
internal sealed class ModelInstance(Func<CrashPoint, Task<AdvisorService>> start)
{
    private CrashPoint point = new();
    private AdvisorService? service;

    /// <summary>Whether the interruption of the last call of <see cref="RunAsync"/> came.</summary>
    public bool WasInterrupted { get; private set; }

    /// <summary>Whether the last call of <see cref="RunAsync"/> was cut off, so that what was delivered may come again.</summary>
    public bool WasCutOff { get; private set; }

    public void Restart() => service = null;

    /// <summary>Runs a handler. False where the process or its store failed in it: the host delivers the message again.</summary>
    /// <param name="at">Call at which <paramref name="interruption"/> happens; -1 = the next request or message that leaves.</param>
    /// <param name="meanwhile">What another instance does at that call.</param>
    public async Task<bool> RunAsync(
        Func<AdvisorService, Task> handle,
        Interruption interruption = Interruption.None,
        int at = 0,
        Func<Task>? meanwhile = null
    )
    {
        (WasCutOff, WasInterrupted) = (false, false);
        try
        {
            service ??= await start(point = new CrashPoint());
            Arm(interruption, at, meanwhile);
            await handle(service);
            return !point.IsDead;
        }
        catch (CrashException)
        {
            return false;
        }
        catch (StateStoreException e) when (e.IsTransient)
        {
            return false;
        }
        finally
        {
            (point.At, point.AtNextEffect) = (-1, false);
            WasInterrupted |= point.IsDead;
            WasCutOff = WasInterrupted && interruption != Interruption.OtherInstance;
            service = point.IsDead ? null : service;
        }
    }

    private void Arm(Interruption interruption, int at, Func<Task>? meanwhile)
    {
        point.At = interruption == Interruption.None || at < 0 ? -1 : point.Steps.Count + at;
        point.AtNextEffect = interruption != Interruption.None && at < 0;
        point.After = interruption is Interruption.CrashAfter or Interruption.StoreAnswerLost;
        point.Happens = interruption switch
        {
            Interruption.StoreFails or Interruption.StoreAnswerLost => FailStore,
            Interruption.OtherInstance => _ =>
            {
                WasInterrupted = true;
                return meanwhile!();
            },
            _ => null,
        };
    }

    private Task FailStore(string call)
    {
        if (call is "PATCH" or "list" or "follow" or "metrics" or "deliver")
        {
            return Task.CompletedTask;
        }

        WasInterrupted = true;
        return Task.FromException(new StateStoreException("Unreachable", "The store does not answer.", isTransient: true));
    }
}
