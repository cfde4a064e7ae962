using System.Text;
using System.Text.Json.Nodes;

namespace Advisor.HostStandIn;

/// <content>How a function is invoked.</content>
public sealed partial class StandInHost
{
    private async Task<InvocationOutcome> InvokeAsync(FunctionFile function, JsonObject body, CancellationToken cancellation)
    {
        var outcome = await PostAsync(function, body, cancellation);
        foreach (var (binding, messages) in outcome.Outputs)
        {
            if (!function.Outputs.TryGetValue(binding, out var queue))
            {
                outcome = InvocationOutcome.Failed(function.Name, $"The output {binding} is no binding of {function.Name}.");
                break;
            }

            foreach (var message in options.OnTheWay(messages))
            {
                await queues.PutAsync(queue, message, cancellation);
            }

            pumps.Find(pump => pump.Queue == queue)?.Wake();
        }

        foreach (var line in outcome.Logs)
        {
            log.Enqueue($"[Information] {function.Name}: {line}");
        }

        log.Enqueue(
            outcome.Succeeded
                ? $"[Information] Executed '{function.Name}' (Succeeded)"
                : $"[Error] Executed '{function.Name}' (Failed): {outcome.Problem}"
        );
        outcomes.Enqueue(outcome);
        return outcome;
    }

    private async Task<InvocationOutcome> PostAsync(FunctionFile function, JsonObject body, CancellationToken cancellation)
    {
        var running = await GetRunningAsync(cancellation);
        using var request = new HttpRequestMessage(HttpMethod.Post, new Uri(running.Address, "/" + function.Name));
        request.Headers.Add("X-Azure-Functions-InvocationId", Guid.NewGuid().ToString());
        request.Headers.Add("X-Azure-Functions-HostVersion", "4.0.0");
        request.Headers.Add("User-Agent", "Azure-Functions-Host/4.0.0");
        request.Content = new StringContent(body.ToJsonString(), Encoding.UTF8, "application/json");
        try
        {
            using var answer = await http.SendAsync(request, cancellation);
            return InvocationOutcome.Read(
                function.Name,
                (int)answer.StatusCode,
                answer.Content.Headers.ContentType?.MediaType,
                await answer.Content.ReadAsStringAsync(cancellation)
            );
        }
        catch (HttpRequestException e)
        {
            // Most likely it has ended, which is noticed in a moment; the next message waits for the new one.
            await Task.WhenAny(running.Ended, Task.Delay(TimeSpan.FromSeconds(1), cancellation));
            return InvocationOutcome.Failed(function.Name, "The app did not answer: " + e.Message);
        }
    }

    private async Task FireAsync(FunctionFile function, TimerTrigger timer, DateTimeOffset at, bool pastDue)
    {
        DateTimeOffset? last = lastFired.TryGetValue(function.Name, out var before) ? before : null;
        var next = new DateTimeOffset(timer.Schedule.GetNextOccurrence(at.UtcDateTime), TimeSpan.Zero);
        await InvokeAsync(function, InvocationBody.BuildTimer(timer.Name, function.Name, at, last, next, pastDue), stopping.Token);
        lastFired[function.Name] = at;
    }

    // An app that is being started is given nothing.
    private async Task<AppProcess> GetRunningAsync(CancellationToken cancellation)
    {
        while (app.Ended.IsCompleted && !givenUp)
        {
            await Task.Delay(TimeSpan.FromMilliseconds(5), cancellation);
        }

        return app;
    }

    private async Task WatchAsync()
    {
        try
        {
            for (var restarts = 0; ; restarts++)
            {
                await app.Ended.WaitAsync(stopping.Token);
                log.Enqueue("[Error] The app ended.");
                if (restarts == options.Restarts)
                {
                    givenUp = true;
                    log.Enqueue("[Error] It ended too often and is not started again.");
                    return;
                }

                await app.DisposeAsync();
                app = await AppProcess.StartAsync(options.Folder, file, options.Settings, log, stopping.Token);
            }
        }
        catch (OperationCanceledException)
        {
            // The host ends.
        }
        catch (InvalidOperationException e)
        {
            givenUp = true;
            log.Enqueue("[Error] " + e.Message);
        }
    }
}
