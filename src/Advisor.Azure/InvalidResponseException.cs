namespace Advisor.Azure;

/// <summary>
/// An answer of Azure that breaks its contract, with a sentence that may be shown. Caught at the ports and told as a failure.
/// </summary>
internal sealed class InvalidResponseException(string message, Exception? inner = null) : Exception(message, inner);
