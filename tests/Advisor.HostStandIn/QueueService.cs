using System.Collections.Concurrent;
using Azure;
using Azure.Storage;
using Azure.Storage.Queues;
using Azure.Storage.Queues.Models;

namespace Advisor.HostStandIn;

/// <summary>Storage queues of the emulator, messages in base64 as the host writes them.</summary>
public sealed class QueueService(Uri service, string account, string key)
{
    private readonly QueueServiceClient client = new(
        service,
        new StorageSharedKeyCredential(account, key),
        new QueueClientOptions { MessageEncoding = QueueMessageEncoding.Base64, Retry = { MaxRetries = 0 } }
    );

    // What was put on each queue and not deleted, by whichever host of this process: nobody else puts messages. Never less than there are.
    private static readonly ConcurrentDictionary<Uri, int> Left = new();

    /// <summary>Whether a queue need not be asked, since each message that was put on it was deleted.</summary>
    public bool IsKnownEmpty(string queue) => Left.GetValueOrDefault(client.GetQueueClient(queue).Uri) == 0;

    public Task CreateAsync(string queue, CancellationToken cancellation) =>
        client.GetQueueClient(queue).CreateIfNotExistsAsync(cancellationToken: cancellation);

    public Task PutAsync(string queue, string text, CancellationToken cancellation)
    {
        var target = client.GetQueueClient(queue);
        Left.AddOrUpdate(target.Uri, 1, static (_, left) => left + 1);
        return target.SendMessageAsync(text, cancellation);
    }

    public async Task<IReadOnlyList<QueueMessage>> TakeAsync(string queue, int max, TimeSpan hidden, CancellationToken cancellation) =>
        (await client.GetQueueClient(queue).ReceiveMessagesAsync(max, hidden, cancellation)).Value;

    /// <summary>The first messages that are in sight, without taking them.</summary>
    public async Task<IReadOnlyList<string>> PeekAsync(string queue, CancellationToken cancellation)
    {
        await CreateAsync(queue, cancellation);
        return [.. (await client.GetQueueClient(queue).PeekMessagesAsync(32, cancellation)).Value.Select(message => message.MessageText)];
    }

    /// <summary>Messages of a queue, those out of sight too.</summary>
    public async Task<int> CountAsync(string queue, CancellationToken cancellation) =>
        (await client.GetQueueClient(queue).GetPropertiesAsync(cancellation)).Value.ApproximateMessagesCount;

    public Task HideAsync(string queue, QueueMessage message, TimeSpan hidden, CancellationToken cancellation) =>
        AcceptMissingAsync(
            client
                .GetQueueClient(queue)
                .UpdateMessageAsync(message.MessageId, message.PopReceipt, visibilityTimeout: hidden, cancellationToken: cancellation)
        );

    public async Task DeleteAsync(string queue, QueueMessage message, CancellationToken cancellation)
    {
        var source = client.GetQueueClient(queue);
        if (await AcceptMissingAsync(source.DeleteMessageAsync(message.MessageId, message.PopReceipt, cancellation)))
        {
            Left.AddOrUpdate(source.Uri, 0, static (_, left) => left - 1);
        }
    }

    /// <returns>False where another took it meanwhile.</returns>
    private static async Task<bool> AcceptMissingAsync(Task request)
    {
        try
        {
            await request;
            return true;
        }
        catch (RequestFailedException error) when (error.Status == 404)
        {
            return false;
        }
    }
}
